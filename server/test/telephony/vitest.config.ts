import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  test: {
    include: ['server/test/telephony/*.telephony.ts'],
    globalSetup: ['server/test/support/scratch-setup.ts', 'server/test/support/postgres-setup.ts'],
    // Each has a phone network of its own, and waits most of the time.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
