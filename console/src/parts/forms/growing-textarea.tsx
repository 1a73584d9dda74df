import { Textarea, type TextareaProps } from '@mantine/core'
import type { CSSProperties } from 'react'

export interface GrowingTextareaProps
  extends Omit<TextareaProps, 'autosize' | 'minRows' | 'maxRows' | 'styles'> {
  minRows?: number
  maxRows?: number
  inputStyle?: CSSProperties
}

/** Mantine measures the text at each input and lays the page out for that, which takes long in a large page; most browsers need no script. */
const canGrow = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** An input for several lines, as high as its text. */
export function GrowingTextarea({ minRows = 1, maxRows, inputStyle, ...rest }: GrowingTextareaProps) {
  if (!canGrow) {
    const most = maxRows !== undefined && { maxRows }
    return <Textarea {...rest} autosize minRows={minRows} {...most} styles={{ input: { ...inputStyle } }} />
  }
  return (
    <Textarea
      {...rest}
      // Without it a browser takes two, also for the height that `field-sizing` begins with.
      rows={minRows}
      styles={{
        input: {
          ...inputStyle,
          fieldSizing: 'content',
          minHeight: heightOf(minRows),
          ...(maxRows !== undefined && { maxHeight: heightOf(maxRows) }),
        },
      }}
    />
  )
}

/** With the padding and the border of Mantine's input. */
const heightOf = (rows: number): string => `calc(${rows}lh + 2 * var(--input-padding-y, 0px) + 2px)`
