import { useEffect, useState } from "react";
import { inMemory, send } from "../api/client.js";
import { Modal } from "./modal.js";

/** A stored picture; it opens in full. Fetched rather than linked, since a link carries no key. */
export function StoredPicture({
  memory,
  hash,
  caption,
}: {
  readonly memory: string;
  readonly hash: string;
  readonly caption: string | null;
}) {
  const [open, setOpen] = useState(false);
  const url = useBlob(inMemory(memory, "pictures", hash));
  const says = caption ?? "Picture without a caption";
  if (url === "failed") return <span className="picture-gone">This picture cannot be shown.</span>;
  return (
    <>
      <button type="button" className="picture" aria-label={`Open picture: ${says}`} onClick={() => setOpen(true)}>
        {url === null ? <span className="spinner" /> : <img src={url} alt={says} />}
      </button>
      {open && (
        <Modal title={says} kind="picture" onClose={() => setOpen(false)}>
          {url !== null && <img src={url} alt={says} />}
        </Modal>
      )}
    </>
  );
}

/** An address for what lies at `path`, given back when the component goes. */
function useBlob(path: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let made: string | null = null;
    const load = async () => {
      const blob = await (await send(path, { signal: controller.signal })).blob();
      if (controller.signal.aborted) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    load().catch(() => controller.signal.aborted || setUrl("failed"));
    return () => {
      controller.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [path]);
  return url;
}
