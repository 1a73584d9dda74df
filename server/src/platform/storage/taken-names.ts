// Unique names: the constraint decides, never a check beforehand.
import { Conflict } from '../kernel/errors.ts'
import { isUniqueViolation } from './database-errors.ts'

interface UniqueName {
  constraint: string
  field: string
  /** As it is written. */
  name: string
}

/** Answers the violation of the constraint with a conflict that names the field. */
export async function refuseTakenName<Result>(
  { constraint, field, name }: UniqueName,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, constraint)) throw error
    throw new Conflict({
      fault: 'name_taken',
      field,
      params: { name },
    })
  }
}
