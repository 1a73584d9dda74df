// What a new thing is before its form is filled in: as the API takes it if its fields are left out.
import { defaults } from '@carillon/client/limits'

/** Generated values are constants; those of a form change. */
type Changeable<Value> = Value extends readonly (infer Item)[]
  ? Item[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: Changeable<Value[Name]> }
    : Value

export function defaultsOf<Name extends keyof typeof defaults>(
  name: Name,
): Changeable<(typeof defaults)[Name]> {
  return structuredClone(defaults[name]) as Changeable<(typeof defaults)[Name]>
}
