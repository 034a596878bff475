/** What an argument or a result is made of. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

/** Arguments with gaps: `{$parameter: name}`, and `{$result: {step, way}}` for what an earlier step gave. */
export type Template = Plain;
