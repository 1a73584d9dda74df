import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  test: {
    include: ['server/test/telephony/*.telephony.ts'],
    globalSetup: ['server/test/support/global-setup.ts'],
    // One phone network at a time: what is measured are calls, not how they get in each other's way.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
