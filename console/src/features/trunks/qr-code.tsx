// A code for the camera of a phone. The library that makes it is loaded only here.
import { useEffect, useState } from 'react'

const BORDER = 2

/** Black on white in both colour schemes: cameras expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [rows, setRows] = useState<boolean[][]>()
  useEffect(() => {
    let isGone = false
    import('uqr').then(({ encode }) => {
      if (!isGone) setRows(encode(text, { ecc: 'M', border: BORDER }).data)
    })
    return () => {
      isGone = true
    }
  }, [text])
  if (!rows) return null
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width={200}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="white" />
      <path d={squares.join('')} fill="black" />
    </svg>
  )
}
