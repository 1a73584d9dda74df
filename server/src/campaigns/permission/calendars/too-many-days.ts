import { TooLarge } from '../../../platform/kernel/errors.ts'

export function tooManyDays(max: number): TooLarge {
  return new TooLarge({ fault: 'too_many_days', params: { max } })
}
