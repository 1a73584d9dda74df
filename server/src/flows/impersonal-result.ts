// What remains of the result of a call once its contact is deleted: how it went, and nothing that was said, keyed in or written.

/** SQL: `column` is a result, or null. */
export function impersonalResult(column: string): string {
  const kept = ['verdict', 'agent', 'optOut', 'step'].map((name) => `'${name}', ${column} -> '${name}'`)
  return `nullif(jsonb_strip_nulls(jsonb_build_object(${kept.join(', ')})), '{}'::jsonb)`
}
