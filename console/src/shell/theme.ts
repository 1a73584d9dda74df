// The theme: small type, thin lines, one accent colour. Other colours show a state (good, bad, waiting, busy) or what came of calls (palette.ts).
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
  rem,
} from '@mantine/core'
import { grounds, meaningVariables } from './palette.ts'

// Darker than Mantine's defaults, so that text has a contrast of at least 4.5:1.
const accent: MantineColorsTuple = [
  '#edf2ff',
  '#dbe4ff',
  '#bac8ff',
  '#91a7ff',
  '#748ffc',
  '#5c7cfa',
  '#4263eb',
  '#3b5bdb',
  '#364fc7',
  '#2b3f9e',
]

// Dark greys with a slight blue tint, to match the colours below.
const dark: MantineColorsTuple = [
  '#d5d9de',
  '#b6bdc5',
  '#9aa4af',
  '#6a737d',
  '#3d434a',
  '#31363c',
  '#24282d',
  '#17191c',
  '#121416',
  '#0d0f10',
]

/** Four steps of type: text, what is above it, figures, and the leading figure of a page. The names are those that Mantine's parts ask for. */
const fontSizes = {
  ...{ xs: rem(13), sm: rem(13), md: rem(13), lg: rem(16), xl: rem(16) },
  ...{ '2xl': rem(24), '3xl': rem(44) },
}

/** All distances. Smaller ones are for what belongs together, larger ones for what does not. */
const spacing = { '2xs': rem(4), xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(40) }

interface ThemeWords {
  /** The label of the button that closes a dialog. */
  close: string
}

export function makeTheme({ close }: ThemeWords): MantineThemeOverride {
  // The shell gives the focus, keeps it and gives it back: Mantine would do so by timers, after keys that came before. A dialog is
  // there and gone at once, so that no key reaches one that is already closed: its motion is an animation of console.css.
  const dialogProps = {
    closeButtonProps: { 'aria-label': close },
    returnFocus: false,
    trapFocus: false,
    transitionProps: { duration: 0 },
  }
  return createTheme({
    colors: { accent, dark },
    primaryColor: 'accent',
    primaryShade: { light: 7, dark: 6 },
    fontFamily:
      '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif',
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
    fontSizes,
    spacing,
    // From here on a table has room for everything.
    breakpoints: { '2xl': '106em' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: fontSizes.xl, lineHeight: '1.4' },
        h2: { fontSize: fontSizes.md, lineHeight: '1.4' },
        h3: { fontSize: fontSizes.sm, lineHeight: '1.4' },
      },
    },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: 'xs' } },
      TextInput: { defaultProps: { size: 'xs' } },
      PasswordInput: { defaultProps: { size: 'xs' } },
      NumberInput: { defaultProps: { size: 'xs' } },
      Textarea: { defaultProps: { size: 'xs' } },
      Select: { defaultProps: { size: 'xs', comboboxProps: { shadow: 'md' } } },
      SegmentedControl: { defaultProps: { size: 'xs' } },
      Checkbox: { defaultProps: { size: 'xs' } },
      Switch: { defaultProps: { size: 'xs' } },
      Anchor: { defaultProps: { size: 'sm' } },
      Pagination: { defaultProps: { size: 'sm' } },
      InputWrapper: {
        styles: { description: { fontSize: fontSizes.xs }, error: { fontSize: fontSizes.xs } },
      },
      Modal: {
        defaultProps: { ...dialogProps, centered: true },
        styles: { title: { fontWeight: 600, fontSize: fontSizes.md } },
      },
      ModalTitle: { defaultProps: { ref: nameDialog } },
      DrawerTitle: { defaultProps: { ref: nameDialog } },
      Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
      Drawer: {
        defaultProps: dialogProps,
        styles: { title: { fontWeight: 600, fontSize: fontSizes.md } },
      },
      // The first item gets the focus. Mantine's focus placeholder is not a valid child of an ARIA menu.
      Menu: {
        defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false },
      },
      Tooltip: {
        defaultProps: {
          multiline: true,
          maw: 320,
          openDelay: 150,
          events: { hover: true, focus: true, touch: true },
        },
      },
    },
  })
}

/** Mantine names a dialog after it was shown; a screen reader that is faster would read a dialog without a name. */
function nameDialog(title: HTMLElement | null): void {
  title?.closest('[role="dialog"]')?.setAttribute('aria-labelledby', title.id)
}

declare module '@mantine/core' {
  interface MantineThemeSizesOverride {
    fontSizes: Record<keyof typeof fontSizes, string>
    spacing: Record<keyof typeof spacing, string>
  }
}

/** Of the wall in the dark. */
const wall = {
  '--console-wall': grounds.dark.wall,
  '--console-wall-glow': '#1a1d47',
  '--console-wall-figure': '#e4e6ff',
}

/** Colours that keep small grey text and thin lines readable in both schemes. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1f2328',
    '--mantine-color-dimmed': '#57606a',
    '--mantine-color-placeholder': '#6b7580',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#3b5bdb',
    '--console-sunken': '#f6f7f9',
    '--console-line': '#e3e6ea',
    '--console-good': '#1a7f37',
    '--console-bad': '#c4281f',
    '--console-warn': '#9a6700',
    '--console-busy': '#3b5bdb',
    '--console-idle': '#6e7781',
    '--console-canvas': '#fafbfc',
    '--console-raised': '#ffffff',
    '--console-edge': '#e8eaee',
    '--console-shadow': '0 1px 2px rgb(16 24 40 / 8%), 0 3px 10px rgb(16 24 40 / 7%)',
    ...wall,
    ...meaningVariables('light'),
  },
  dark: {
    '--mantine-color-body': '#17191c',
    '--mantine-color-text': '#e3e6ea',
    '--mantine-color-dimmed': '#9aa4af',
    '--mantine-color-placeholder': '#8c96a1',
    '--mantine-color-error': '#ff8f88',
    '--mantine-color-anchor': '#91a7ff',
    '--console-sunken': '#1e2125',
    '--console-line': '#31363c',
    '--console-good': '#4ac26b',
    '--console-bad': '#ff7b72',
    '--console-warn': '#d9a93f',
    '--console-busy': '#91a7ff',
    '--console-idle': '#8b949e',
    '--console-canvas': '#0d0e12',
    '--console-raised': '#17191e',
    '--console-edge': '#2a2e36',
    '--console-shadow': '0 1px 2px rgb(0 0 0 / 40%), 0 3px 10px rgb(0 0 0 / 30%)',
    ...wall,
    ...meaningVariables('dark'),
  },
})
