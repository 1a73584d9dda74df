// The linter refuses effects without braces: React calls what an effect returns.
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

it('refuses an effect that returns what its expression returns', async () => {
  const folder = await mkdtemp(join(inject('scratchFolder'), 'effects-'))
  const effects = {
    'expression.tsx': '() => act()',
    'inner-braces.tsx': '() => [1].forEach(() => { act() })',
    'other-function.tsx': 'act',
    'braces.tsx': '() => { act() }',
    'cleanup.tsx': '() => { return () => act() }',
  }
  for (const [name, effect] of Object.entries(effects)) {
    const code = `import { useEffect } from 'react'\nexport function useIt(act) {\n  useEffect(${effect}, [act])\n}\n`
    await writeFile(join(folder, name), code)
  }
  const options = ['--vcs-enabled=false', `--config-path=${root}`, '--reporter=json', folder]
  const { stdout } = await promisify(execFile)(process.execPath, [biome, 'lint', ...options]).catch(
    (error: { stdout: string }) => error,
  )
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string } }[]
  }
  const refused = diagnostics
    .filter(({ category }) => category === 'plugin')
    .map(({ location }) => location.path.slice(location.path.lastIndexOf('/') + 1))
  expect(refused.sort()).toEqual(['expression.tsx', 'inner-braces.tsx', 'other-function.tsx'])
})
