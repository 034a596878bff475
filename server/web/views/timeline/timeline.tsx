import { useMemo, useState } from "react";
import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import type { Episode, Topic } from "../../api/shapes.js";
import { AddLink } from "../../parts/add-link.js";
import { Icon } from "../../parts/icon.js";
import { RoundChips } from "../../parts/round-chips.js";
import { Empty, Show } from "../../parts/status.js";
import { placeOf, saySpan, sayTime } from "../../parts/times.js";
import { count } from "../../parts/words.js";
import type { ViewProps } from "../view.js";
import { type Scale, scaleOver } from "./scale.js";

const PAGE = 40;
const EPISODES = 30;
const UNKNOWN = "Not in a topic yet";

/** Topics on one time line; each opens into its episodes, and these into their events. */
export function Timeline({ memory }: ViewProps) {
  const tree = useLoad((signal) => call<{ topics: readonly Topic[] }>(inMemory(memory, "hierarchy"), { signal }), memory);
  return (
    <Show of={tree}>
      {({ topics }) =>
        topics.length === 0 ? (
          <Empty icon="timeline" title="Nothing has happened here yet">
            <p>What is said is put into episodes, and episodes that belong together into topics.</p>
            <AddLink memory={memory} />
          </Empty>
        ) : (
          <Lines topics={topics} />
        )
      }
    </Show>
  );
}

function Lines({ topics }: { readonly topics: readonly Topic[] }) {
  const [search, setSearch] = useState("");
  const [pages, setPages] = useState(1);
  const scale = useMemo(() => scaleOf(topics), [topics]);
  const found = useMemo(() => topics.filter((topic) => tells(topic, search.trim().toLowerCase())), [topics, search]);
  return (
    <>
      <h1>Time line</h1>
      <div className="toolbar">
        <input
          type="search"
          value={search}
          placeholder="Search topics"
          aria-label="Search topics"
          onChange={({ target }) => setSearch(target.value)}
        />
        <span className="muted" role="status">
          {found.length === topics.length ? count(topics.length, "topic") : `${found.length} of ${count(topics.length, "topic")}`}
        </span>
      </div>
      <div className="lines">
        {scale !== null && (
          <div className="scale" aria-hidden="true">
            {scale.marks.map(({ at, label }) => (
              <span key={label} style={{ left: `${at}%` }}>
                {label}
              </span>
            ))}
          </div>
        )}
        {found.slice(0, pages * PAGE).map((topic, index) => (
          <Line key={index} topic={topic} scale={scale} />
        ))}
      </div>
      {found.length === 0 && <p className="muted pad">No topic tells of this.</p>}
      {found.length > pages * PAGE && (
        <button type="button" className="quiet wide" onClick={() => setPages(pages + 1)}>
          Show more topics
        </button>
      )}
    </>
  );
}

function Line({ topic: { topic, episodes }, scale }: { readonly topic: Topic; readonly scale: Scale | null }) {
  const [isOpen, setOpen] = useState(false);
  const [all, setAll] = useState(false);
  const events = episodes.reduce((sum, { events }) => sum + events.length, 0);
  const [from, to] = [earliest(episodes), latest(episodes)];
  const shown = all ? episodes : episodes.slice(0, EPISODES);
  return (
    <section className="line">
      <button type="button" className="bare line-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="open" />
        <span className="line-name">
          <span className="line-topic">{topic ?? UNKNOWN}</span>
          <span className="muted small-text">
            {saySpan(from, to)} · {count(events, "event")}
          </span>
        </span>
        {scale !== null && (
          <span className="lane" aria-hidden="true">
            {scale.marks.map(({ at, label }) => (
              <i key={label} style={{ left: `${at}%` }} />
            ))}
            {episodes.map((episode, index) => (
              <Bar key={index} episode={episode} scale={scale} />
            ))}
          </span>
        )}
      </button>
      {isOpen && (
        <ol className="episodes">
          {topic !== null && <li className="muted">{topic}</li>}
          {shown.map((episode, index) => (
            <EpisodeView key={index} episode={episode} />
          ))}
          {shown.length < episodes.length && (
            <li>
              <button type="button" className="quiet" onClick={() => setAll(true)}>
                Show {episodes.length - shown.length} more episodes
              </button>
            </li>
          )}
        </ol>
      )}
    </section>
  );
}

function Bar({ episode: { from, to }, scale }: { readonly episode: Episode; readonly scale: Scale }) {
  const [begin, end] = [placeOf(from), placeOf(to)];
  if (begin === null || end === null) return null;
  return <b style={{ left: `${scale.place(begin)}%`, width: `${scale.place(end) - scale.place(begin)}%` }} />;
}

function EpisodeView({ episode: { description, from, to, events } }: { readonly episode: Episode }) {
  return (
    <li className="episode">
      <p className="muted small-text">{saySpan(from, to)}</p>
      <p className="episode-text">{description}</p>
      <details>
        <summary>{count(events.length, "event")}</summary>
        <ol className="events">
          {events.map(({ rounds, time, text }) => (
            <li key={rounds[0]}>
              <p className="muted small-text">
                {sayTime(time)} <RoundChips rounds={rounds.slice(0, 1)} />
              </p>
              <p className="said">{text}</p>
            </li>
          ))}
        </ol>
      </details>
    </li>
  );
}

function scaleOf(topics: readonly Topic[]): Scale | null {
  const times = topics
    .flatMap(({ episodes }) => episodes.flatMap(({ from, to }) => [placeOf(from), placeOf(to)]))
    .filter((time) => time !== null);
  return times.length === 0 ? null : scaleOver(times, matchMedia("(max-width: 760px)").matches ? 4 : 8);
}

function tells({ topic, episodes }: Topic, wanted: string): boolean {
  if (wanted === "") return true;
  const texts = [topic ?? UNKNOWN, ...episodes.flatMap(({ description, events }) => [description, ...events.map(({ text }) => text)])];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

function earliest(episodes: readonly Episode[]): string | null {
  return episodes.reduce<string | null>((first, { from }) => (from !== null && (first === null || from < first) ? from : first), null);
}

function latest(episodes: readonly Episode[]): string | null {
  return episodes.reduce<string | null>((last, { to }) => (to !== null && (last === null || to > last) ? to : last), null);
}
