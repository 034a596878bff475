import { type FormEvent, useState } from "react";
import { takeKey } from "./api/key.js";
import { Icon } from "./parts/icon.js";

/** Asks for the API key that the server wants. */
export function KeyEntry({ isRefused }: { readonly isRefused: boolean }) {
  const [key, setKey] = useState("");
  const [keep, setKeep] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() !== "") takeKey(key.trim(), keep);
  };
  return (
    <main className="key-entry">
      <form onSubmit={submit}>
        <Icon name="key" />
        <h1>This server wants a key</h1>
        <p className="muted">
          Whoever runs it makes one with <code>mnema keys add</code>.
        </p>
        {isRefused && (
          <p className="notice bad" role="alert">
            <Icon name="warn" /> That key is not known here. Look whether it was copied whole.
          </p>
        )}
        <input
          type="password"
          value={key}
          aria-label="API key"
          placeholder="mnema_…"
          autoComplete="off"
          onChange={({ target }) => setKey(target.value)}
        />
        <label className="check">
          <input type="checkbox" checked={keep} onChange={({ target }) => setKeep(target.checked)} />
          Keep it in this browser
        </label>
        <button type="submit" className="solid" disabled={key.trim() === ""}>
          Go on
        </button>
      </form>
    </main>
  );
}
