import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon.js";

/** Something on top of the view: a question in the middle, or a sheet at the side. Escape and a click beside it close it. */
export function Modal({
  title,
  kind,
  onClose,
  children,
}: {
  readonly title: ReactNode;
  readonly kind: "question" | "sheet" | "picture";
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={`modal ${kind}`}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <div className="modal-body">
        <header>
          <h2 id={heading}>{title}</h2>
          <button type="button" className="bare" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
