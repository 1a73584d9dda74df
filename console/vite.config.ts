import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

export default defineConfig({
  plugins: [react(), compressed()],
  // Uses the client's sources, not its packed build.
  resolve: { conditions: ['carillon-source', ...defaultClientConditions] },
  build: {
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // What most pages share is one file: many small ones compress worse. Not the rules of fields, which are long and only for forms.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'base', minShareCount: 15, test: /^(?!.*generated.limits)/ }] },
      },
    },
  },
  // For `npm run console`: Vite serves the page and forwards API requests to a running service.
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/docs': 'http://127.0.0.1:3000' } },
})

/** Writes `.br` and `.gz` next to every text file, so that the service does not compress at run time. */
function compressed(): Plugin {
  const toBrotli = promisify(brotliCompress)
  const toGzip = promisify(gzip)
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true })
      const texts = files.filter((file) => /\.(html|js|css|svg)$/.test(file)).map((file) => join(dir, file))
      await Promise.all(
        texts.map(async (file) => {
          const content = await readFile(file)
          const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
          await writeFile(`${file}.br`, await toBrotli(content, { params }))
          await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }))
        }),
      )
    },
  }
}
