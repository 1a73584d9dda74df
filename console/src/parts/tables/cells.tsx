// Texts of a row that are cut off where they are too long.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'

interface NameCellProps {
  name: string
  href?: string
}

export function NameCell({ name, href }: NameCellProps) {
  const shared = { fw: 500, className: 'cell-name', title: name, children: name }
  if (href === undefined) return <Text size="sm" span {...shared} />
  return <Anchor component={Link} href={href} {...shared} />
}

export function DescriptionCell({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed" span className="cell-name" maw="min(30vw, 520px)" title={text}>
      {text}
    </Text>
  )
}
