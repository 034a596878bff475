/** Settings that differ from the defaults, by which streams and searches are told apart; without those named in `except`. */
export function switchesOf<Settings extends object>(
  settings: Settings,
  defaults: Settings,
  except: ReadonlySet<string> = new Set(),
): (readonly [string, Settings[keyof Settings]])[] {
  return (Object.keys(defaults) as (keyof Settings & string)[])
    .filter((name) => settings[name] !== defaults[name] && !except.has(name))
    .map((name) => [name, settings[name]] as const);
}

/** As a name holds them: `injected=2`. */
export function switchNames(switches: readonly (readonly [string, unknown])[]): string[] {
  return switches.map(([name, value]) => `${name}=${String(value)}`);
}
