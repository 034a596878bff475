import { href } from "../api/route.js";

/** Where to go when a memory holds nothing yet. */
export function AddLink({ memory }: { readonly memory: string }) {
  return (
    <a className="button" href={href(memory, "add")}>
      Add history
    </a>
  );
}
