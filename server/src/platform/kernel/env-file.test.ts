import { describe, expect, it } from 'vitest'
import { parseEnvFile } from './env-file.ts'

describe('a file of settings is read as systemd reads it', () => {
  it.each<[string, string, Record<string, string>]>([
    ['a value', 'PORT=3000', { PORT: '3000' }],
    ['spaces around it', ' PORT = 3000 \r\n', { PORT: '3000' }],
    ['a number sign inside', 'ARI_PASSWORD=a#b #c', { ARI_PASSWORD: 'a#b #c' }],
    ['single quotes', `SIMULATOR='seed=7, "x" \\n'`, { SIMULATOR: 'seed=7, "x" \\n' }],
    ['double quotes', 'SPEECH="command:a \\"b\\" \\$c"', { SPEECH: 'command:a "b" $c' }],
    ['an escaped character', 'X=a\\ b', { X: 'a b' }],
    ['an empty value', 'HOST=', { HOST: '' }],
    ['comments and other lines', '# PORT=1\n; PORT=2\n#PORT=3\nnothing\n', {}],
    ['a later value instead of an earlier one', 'PORT=1\nPORT=2', { PORT: '2' }],
  ])('%s', (_title, text, values) => {
    expect(parseEnvFile(text)).toEqual(values)
  })
})
