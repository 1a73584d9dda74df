// The part of a call's result that is kept when its contact is deleted: how the call went, without anything said, keyed in or written.

/** SQL: `column` is a result, or null. */
export function impersonalResult(column: string): string {
  const kept = ['verdict', 'agent', 'optOut', 'step', 'version', 'media', 'ending'].map(
    (name) => `'${name}', ${column} -> '${name}'`,
  )
  // The way through a flow tells what was answered. That there was one stays, because it was counted.
  kept.push(`'path', case when ${column} ? 'path' then '[]'::jsonb end`)
  return `nullif(jsonb_strip_nulls(jsonb_build_object(${kept.join(', ')})), '{}'::jsonb)`
}
