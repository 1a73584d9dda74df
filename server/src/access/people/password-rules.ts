// What a password must be. Only its length and that it is not the name: rules about characters make passwords that are alike.
import { InvalidInput } from '../../platform/kernel/errors.ts'

export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 200

export function refuseBadPassword(password: string, name: string, field: string): void {
  const length = [...password].length
  if (length < MIN_PASSWORD || length > MAX_PASSWORD)
    throw new InvalidInput({
      fault: 'wrong_length',
      field,
      params: { min: MIN_PASSWORD, max: MAX_PASSWORD },
    })
  if (password.trim().toLowerCase() === name.trim().toLowerCase())
    throw new InvalidInput({ fault: 'password_is_name', field })
}
