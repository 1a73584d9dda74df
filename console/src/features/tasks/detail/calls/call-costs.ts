// What a call has cost altogether: its line, and what a voice agent says of itself.
import type { Schemas } from '@carillon/client'

type Costs = Pick<Schemas['Call'], 'lineCost'> & Partial<Pick<Schemas['Call'], 'conversation'>>

/** By currency, which are not added up. */
export function totalCosts({ lineCost, conversation }: Costs): { amount: number; currency: string }[] {
  const sums = new Map<string, number>()
  for (const { amount, currency } of [...(lineCost ? [lineCost] : []), ...(conversation?.costs ?? [])])
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => ({ amount, currency }))
}
