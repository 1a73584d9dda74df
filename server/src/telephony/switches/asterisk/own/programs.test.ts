import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { debianTriplet } from './debian-packages.ts'
import { adviceFor, findPrograms, programPlaces } from './programs.ts'

async function openFolder(files: string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-programs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), '')
    await chmod(join(folder, file), 0o755)
  }
  return folder
}

const INSTALLED = (modules: string) => [
  'sbin/asterisk',
  `${modules}/res_ari.so`,
  `${modules}/res_pjsip.so`,
  'share/asterisk/documentation/core-en_US.xml',
]

it.each(['lib/x86_64-linux-gnu/asterisk/modules', 'lib/asterisk/modules', 'lib64/asterisk/modules'])(
  'finds the Asterisk of a system with its modules in %s',
  async (modules) => {
    const folder = await openFolder(INSTALLED(modules))
    const program = join(folder, 'sbin/asterisk')
    const expected = {
      asterisk: { command: program, args: [] },
      origin: program,
      modules: join(folder, modules),
      data: join(folder, 'share/asterisk'),
    }
    const places = { dataDir: '/nowhere', path: [join(folder, 'bin'), join(folder, 'sbin')] }
    expect(await findPrograms({ ...places, program: undefined })).toEqual(expected)
    expect(await findPrograms({ ...places, path: [], program })).toEqual(expected)
  },
)

// Debian's programs run only there.
it.runIf(process.platform === 'linux')('finds what was fetched into the data folder', async () => {
  const lib = `asterisk/programs/sid-${process.arch}/usr/lib/${debianTriplet()}`
  const dataDir = await openFolder([
    `asterisk/programs/sid-${process.arch}/usr/sbin/asterisk`,
    `${lib}/asterisk/modules/res_ari.so`,
    `${lib}/asterisk/modules/res_pjsip.so`,
    `${lib}/ld-linux-test.so.1`,
  ])
  const found = await findPrograms({ program: undefined, dataDir, path: [] })
  expect(found.asterisk.command).toBe(join(dataDir, lib, 'ld-linux-test.so.1'))
  expect(found.asterisk.args.at(-1)).toBe(
    join(dataDir, `asterisk/programs/sid-${process.arch}/usr/sbin/asterisk`),
  )
  expect(found.modules).toBe(join(dataDir, lib, 'asterisk/modules'))
})

it('says why ASTERISK_PROGRAM cannot be used', async () => {
  const folder = await openFolder(['sbin/asterisk'])
  const find = (program: string) => findPrograms({ program, dataDir: '/nowhere', path: [] })
  await expect(find('/nowhere/asterisk')).rejects.toThrow(
    'ASTERISK_PROGRAM names /nowhere/asterisk, which is not a program',
  )
  await expect(find(join(folder, 'sbin/asterisk'))).rejects.toThrow(/but no modules of Asterisk/)
})

it('asks the system once what it offers, however often an Asterisk is looked for', async () => {
  const places = programPlaces({ program: undefined, path: '' }, '/nowhere')
  expect(places.readSystem?.()).toBe(places.readSystem?.())
  let questions = 0
  const readSystem = async () => {
    questions += 1
    return { platform: 'linux' as const, id: 'debian', hasPackage: true }
  }
  const find = () => findPrograms({ program: undefined, dataDir: '/nowhere', path: [], readSystem })
  await expect(find()).rejects.toThrow('sudo apt install asterisk')
  expect(questions).toBe(1)
})

it('says what to install where there is none', () => {
  expect(adviceFor({ platform: 'linux', id: 'ubuntu', hasPackage: true })).toContain(
    'sudo apt install asterisk',
  )
  expect(adviceFor({ platform: 'linux', id: 'debian', hasPackage: false })).toMatch(
    /: run "carillon asterisk install"/,
  )
  expect(adviceFor({ platform: 'linux', id: 'fedora', hasPackage: false })).toContain('ASTERISK_PROGRAM')
  expect(adviceFor({ platform: 'darwin', id: undefined, hasPackage: false })).toContain('GATEWAY=asterisk')
})
