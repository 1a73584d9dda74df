// Asterisk, sipp and espeak-ng from Debian's packages, unpacked into a folder of their own as `carillon asterisk install` does it.
// TELEPHONY_SUITE chooses one of Debian's suites that have Asterisk.

import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  libraryFolders,
  PackagesUnavailable,
  type Program,
  SUITES,
  unpackedProgram,
  unpackPackages,
} from '../../src/telephony/switches/asterisk/own/debian-packages.ts'
import {
  type AsteriskPrograms,
  linkSounds,
  unpackedAsterisk,
} from '../../src/telephony/switches/asterisk/own/fetch-asterisk.ts'

export interface Programs extends AsteriskPrograms {
  suite: string
  /** The folder with all of them. */
  root: string
  sipp: Program
  /** Speech for the phones: `espeak-ng`, with the place of its voices. */
  espeak: Program
}

const PACKAGES = ['asterisk', 'asterisk-core-sounds-en-gsm', 'sip-tester', 'espeak-ng']
/** Of the package that was added last: an older folder does not have it. */
const NEWEST_PROGRAM = 'usr/bin/espeak-ng'

export async function installPrograms(say: (text: string) => void = () => undefined): Promise<Programs> {
  const wanted = process.env['TELEPHONY_SUITE']
  const folder = process.env['TELEPHONY_FOLDER'] ?? join(homedir(), '.cache', 'carillon', 'telephony')
  const failures: string[] = []
  for (const suite of wanted ? [wanted] : SUITES) {
    const root = join(folder, `${suite}-${process.arch}`)
    try {
      if (!existsSync(join(root, NEWEST_PROGRAM))) {
        say(`getting ${PACKAGES.join(', ')} of Debian ${suite} into ${root}`)
        await unpackPackages({ suite, packages: PACKAGES, root, finish: linkSounds })
      }
      return await findPrograms(suite, root)
    } catch (error) {
      if (!(error instanceof PackagesUnavailable)) throw error
      failures.push(`${suite}: ${error.message}`)
    }
  }
  throw new PackagesUnavailable(failures.join('; '))
}

async function findPrograms(suite: string, root: string): Promise<Programs> {
  const libraries = libraryFolders(root)
  const voices = libraries.find((path) => existsSync(join(path, 'espeak-ng-data')))
  if (!voices) throw new PackagesUnavailable(`${root} has no voices for espeak-ng`)
  // espeak-ng needs a library of this package, which looks there for its own.
  const espeak = await unpackedProgram(root, 'usr/bin/espeak-ng', [
    ...libraries,
    ...libraries.map((path) => join(path, 'pulseaudio')),
  ])
  return {
    suite,
    root,
    ...(await unpackedAsterisk(root, `Debian ${suite}`)),
    sipp: await unpackedProgram(root, 'usr/bin/sipp'),
    espeak: { ...espeak, args: [...espeak.args, `--path=${voices}`] },
  }
}
