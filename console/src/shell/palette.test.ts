import { describe, expect, it } from 'vitest'
import { grounds, type Meaning, meanings, palette } from './palette.ts'

type Light = [red: number, green: number, blue: number]
type Matrix = [Light, Light, Light]

/** Linear light of a colour such as #0b8049. */
function lightOf(colour: string): Light {
  const part = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

const sumOf = (row: Light, light: Light): number => row[0] * light[0] + row[1] * light[1] + row[2] * light[2]
const times = (matrix: Matrix, light: Light): Light => [
  sumOf(matrix[0], light),
  sumOf(matrix[1], light),
  sumOf(matrix[2], light),
]

/** As WCAG says it. */
function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map((colour) => sumOf([0.2126, 0.7152, 0.0722], lightOf(colour)) + 0.05)
  return Math.max(a ?? 0, b ?? 0) / Math.min(a ?? 0, b ?? 0)
}

/** OKLab, in which equal distances look equally large. */
function labOf(light: Light): Light {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light,
  ).map(Math.cbrt) as Light
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  )
}

/** How linear light is seen, by Machado, Oliveira and Fernandes (2009), each at its full strength. */
const sights: Record<string, Matrix> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const clamped = (light: Light) => light.map((part) => Math.min(Math.max(part, 0), 1)) as Light

function distance(one: string, other: string, sight: Matrix): number {
  const [a, b] = [one, other].map((colour) => labOf(clamped(times(sight, lightOf(colour)))))
  return Math.hypot(...[0, 1, 2].map((at) => (a?.[at] ?? 0) - (b?.[at] ?? 0)))
}

/** Just noticeable is 0.02. */
const APART = 0.07
const pairs = meanings.flatMap((one, at) =>
  meanings.slice(at + 1).map((other): [Meaning, Meaning] => [one, other]),
)

describe.each(['light', 'dark'] as const)('the palette of the %s scheme', (scheme) => {
  it.each(meanings)('has %s at 3:1 on every ground', (meaning) => {
    for (const ground of Object.values(grounds[scheme]))
      expect(contrast(palette[scheme][meaning], ground)).toBeGreaterThanOrEqual(3)
  })

  it.each(Object.entries(sights))('can be told apart with %s', (_name, sight) => {
    const close = pairs.filter(
      ([one, other]) => distance(palette[scheme][one], palette[scheme][other], sight) < APART,
    )
    expect(close).toEqual([])
  })
})

it('knows black and white', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(distance('#000000', '#ffffff', sights['all colours'] as Matrix)).toBeCloseTo(1, 3)
})
