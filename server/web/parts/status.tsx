import type { ReactNode } from "react";
import type { Loaded } from "../api/load.js";
import { Icon, type IconName } from "./icon.js";

/** Shows what was loaded, or says that it is coming, or what went wrong and what to do. */
export function Show<T>({ of, children }: { readonly of: Loaded<T>; readonly children: (data: T) => ReactNode }) {
  if (of.state === "loading") return <Loading />;
  if (of.state === "failed") return <Failure error={of.error} again={of.again} />;
  return children(of.data);
}

export function Loading({ what = "Loading" }: { readonly what?: string }) {
  return (
    <p className="loading" role="status">
      <span className="spinner" />
      {what} …
    </p>
  );
}

export function Failure({ error, again }: { readonly error: Error; readonly again?: () => void }) {
  return (
    <div className="notice bad" role="alert">
      <Icon name="warn" />
      <p>{error.message}</p>
      {again !== undefined && (
        <button type="button" className="quiet" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Nothing is there yet: what would be, and how it comes about. Stands for a whole view unless a heading is over it. */
export function Empty({
  icon,
  title,
  isUnder = false,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly isUnder?: boolean;
  readonly children?: ReactNode;
}) {
  const Heading = isUnder ? "h2" : "h1";
  return (
    <div className="empty">
      <Icon name={icon} />
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
