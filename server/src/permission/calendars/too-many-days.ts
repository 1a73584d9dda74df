import { TooLarge } from '../../kernel/errors.ts'

export function tooManyDays(max: number): TooLarge {
  return new TooLarge({ fault: 'too_many_days', params: { max } })
}
