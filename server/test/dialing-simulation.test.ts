// Simulated worlds in which everything that can go wrong does. These few seeds guard every change; `npm run simulate` runs
// many more, and `npm run simulate -- --seed N` tells the story of one.

import { describe } from 'vitest'
import { testSeeds } from './simulation/seed-tests.ts'

describe('the dialer in a world of trouble', () => {
  testSeeds(1001, 6)
})
