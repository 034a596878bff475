import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Icon } from "../../parts/icon.js";

/** Where one asks. Enter sends; Shift and Enter begin a new line. */
export function Composer({
  isWorking,
  canRemember,
  onAsk,
  onStop,
}: {
  readonly isWorking: boolean;
  readonly canRemember: boolean;
  readonly onAsk: (question: string, remember: boolean) => void;
  readonly onStop: () => void;
}) {
  const [text, setText] = useState("");
  const [remember, setRemember] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => grow(field.current), [text]);

  const send = () => {
    if (text.trim() === "" || isWorking) return;
    onAsk(text.trim(), remember);
    setText("");
    field.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className="composer" onSubmit={onSubmit}>
      <div className="composer-field">
        <textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={20_000}
          aria-label="Your question"
          placeholder="Ask this memory something"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        {isWorking ? (
          <button type="button" className="round-button" aria-label="Stop" onClick={onStop}>
            <Icon name="stop" />
          </button>
        ) : (
          <button type="submit" className="round-button" aria-label="Ask" disabled={text.trim() === ""}>
            <Icon name="send" />
          </button>
        )}
      </div>
      {canRemember && (
        <label className="check">
          <input type="checkbox" checked={remember} onChange={({ target }) => setRemember(target.checked)} />
          Remember what is said
        </label>
      )}
    </form>
  );
}

/** As high as its text, up to what the style allows. */
function grow(field: HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
