import { TooLarge } from '../kernel/errors.ts'

export function tooManyDays(max: number): TooLarge {
  return new TooLarge(`a calendar has at most ${max} days`, { code: 'too_many_days', params: { max } })
}
