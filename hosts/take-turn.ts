import type { Agent, Expected, Heard } from "./agent.js";
import type { Session } from "./session.js";

/** Lets a role speak: its rules, what its agent replies, and the cost of it. The caller adds the text to the trajectory. */
export async function reply(session: Session, agent: Agent, role: string, expects: Expected, heard: readonly Heard[]): Promise<string> {
  const rules = await session.rules(role, heard);
  const { text, tokens } = await agent.reply({
    role: session.roles.find(({ name }) => name === role) ?? { name: role, duty: "" },
    expects,
    task: session.task.input,
    observation: session.observation,
    actions: session.actions,
    situation: session.situation,
    acts: session.acts,
    heard,
    rules,
    seed: session.seed,
    ...(session.signal === undefined ? {} : { signal: session.signal }),
  });
  session.spend(tokens);
  return text;
}

/** Lets a role say something to the team, and gives what it said. */
export async function speak(
  session: Session,
  agent: Agent,
  role: string,
  expects: "proposal" | "review",
  heard: readonly Heard[],
): Promise<string> {
  const text = await reply(session, agent, role, expects, heard);
  session.say(role, text);
  return text;
}

/** Lets a role act, up to `limit` actions one after the other, each chosen when the one before has been seen. */
export async function actFor(session: Session, agent: Agent, role: string, heard: readonly Heard[], limit: number): Promise<void> {
  for (let count = 0; count < limit && !session.done; count++) {
    await session.act(role, await reply(session, agent, role, "action", heard));
  }
}
