import { useEffect, useId, useState } from "react";
import { call } from "./api/client.js";
import { dropKey, keyStore } from "./api/key.js";
import { useLoad } from "./api/load.js";
import { href, type Route, useRoute } from "./api/route.js";
import type { Memories as Listed } from "./api/shapes.js";
import { useStore } from "./api/store.js";
import { KeyEntry } from "./key-entry.js";
import { Icon } from "./parts/icon.js";
import { Boundary } from "./parts/boundary.js";
import { Empty, Show } from "./parts/status.js";
import { Memories } from "./views/memories/memories.js";
import { RoundSheet } from "./views/rounds/round-sheet.js";
import type { View } from "./views/view.js";
import { VIEWS } from "./views/views.js";

/** The page: a key when the server wants one, the memories, and the views of one. */
export function App() {
  const { key, state } = useStore(keyStore);
  const route = useRoute();
  if (state !== "unknown") return <KeyEntry key={state} isRefused={state === "refused"} />;
  return <Main key={key} route={route} hasKey={key !== null} />;
}

function Main({ route, hasKey }: { readonly route: Route; readonly hasKey: boolean }) {
  const listed = useLoad((signal) => call<Listed>("/v1/memories", { signal }), route.memory === null ? "all" : "one");
  const { memory } = route;
  return (
    <div className={memory === null ? "shell" : "shell in-memory"}>
      <a className="skip" href="#content" onClick={(event) => (event.preventDefault(), document.querySelector("main")?.focus())}>
        Skip to the content
      </a>
      <Side route={route} access={listed.state === "ready" ? listed.data.access : "read"} hasKey={hasKey} />
      <main id="content" tabIndex={-1}>
        <Show of={listed}>
          {(data) =>
            memory === null ? (
              <Memories listed={data} changed={listed.state === "ready" ? listed.again : () => undefined} />
            ) : (
              <InMemory key={memory} memory={memory} route={route} access={data.access} />
            )
          }
        </Show>
      </main>
    </div>
  );
}

function InMemory({
  memory,
  route: { view, rest, round },
  access,
}: {
  readonly memory: string;
  readonly route: Route;
  readonly access: Listed["access"];
}) {
  const [version, setVersion] = useState(0);
  const changed = () => setVersion(version + 1);
  const found = viewCalled(view);
  useEffect(() => {
    document.title = `${found?.label ?? "Mnema"} · ${memory}`;
    return () => void (document.title = "Mnema");
  }, [memory, found]);
  if (found === undefined)
    return (
      <Empty icon="warn" title="There is no such view">
        <a className="button" href={href(memory, "ask")}>
          Ask this memory
        </a>
      </Empty>
    );
  return (
    <>
      <Boundary key={`${found.path} ${version}`}>
        <found.Content memory={memory} rest={rest} access={access} changed={changed} />
      </Boundary>
      {round !== null && <RoundSheet key={round} memory={memory} round={round} canForget={access === "write"} changed={changed} />}
    </>
  );
}

/** The menu: at the side, on a phone at the top and bottom. */
function Side({
  route: { memory, view },
  access,
  hasKey,
}: {
  readonly route: Route;
  readonly access: Listed["access"];
  readonly hasKey: boolean;
}) {
  const more = useId();
  const views = VIEWS.filter(({ writes }) => writes !== true || access === "write");
  const current = memory === null ? undefined : viewCalled(view);
  return (
    <>
      <header className="head">
        <a className="brand" href={href(null)} aria-label="Mnema: all memories">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="8" />
            <path d="M8 23V11.5c0-1.4 1.7-2 2.6-1L16 17l5.4-6.5c.9-1 2.6-.4 2.6 1V23" />
          </svg>
          <span>Mnema</span>
        </a>
        {memory !== null && (
          <p className="memory-name" title={memory}>
            {memory}
          </p>
        )}
      </header>
      {memory !== null && (
        <nav className="menu" aria-label="Views">
          {views.map((one) => (
            <MenuLink key={one.path} memory={memory} view={one} isCurrent={one === current} />
          ))}
          <button type="button" className={current?.isMain === false ? "menu-more current" : "menu-more"} popoverTarget={more}>
            <Icon name="more" />
            <span>More</span>
          </button>
          <div id={more} popover="auto" className="more-views" onClick={({ currentTarget }) => currentTarget.hidePopover()}>
            {views
              .filter(({ isMain }) => !isMain)
              .map((one) => (
                <MenuLink key={one.path} memory={memory} view={one} isCurrent={one === current} />
              ))}
            <a href={href(null)}>
              <Icon name="back" />
              <span>All memories</span>
            </a>
          </div>
        </nav>
      )}
      <footer className="foot">
        {memory !== null && <a href={href(null)}>All memories</a>}
        <a href="/docs">API</a>
        {hasKey && (
          <button type="button" className="bare" onClick={dropKey}>
            Drop the key
          </button>
        )}
      </footer>
    </>
  );
}

function MenuLink({
  memory,
  view: { path, label, icon, isMain },
  isCurrent,
}: {
  readonly memory: string;
  readonly view: View;
  readonly isCurrent: boolean;
}) {
  return (
    <a className={isMain ? "main-view" : "later-view"} href={href(memory, path)} aria-current={isCurrent ? "page" : undefined}>
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  );
}

function viewCalled(path: string): View | undefined {
  return path === "" ? VIEWS[0] : VIEWS.find((view) => view.path === path);
}
