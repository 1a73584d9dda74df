// Creates a data source with many contacts within seconds: the rows by COPY, and all data derived from them (counts,
// positions, blocks) exactly as the service writes it.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { appendToBlocks } from '../../../server/src/lists/contacts/contact-blocks.queries.ts'
import { renewNames } from '../../../server/src/lists/contacts/name-blocks.ts'
import { newId } from '../../../server/src/platform/kernel/ids.ts'
import type { Database } from '../../../server/src/platform/storage/database.ts'

interface SeedOptions {
  count: number
  /** The phone number at a position, starting at 1; all numbers must differ. */
  numberAt?: (position: number) => string
  name?: string
  /** Whether the contact at a position was deleted. */
  isDeleted?: (position: number) => boolean
}

const BATCH_SIZE = 16_384
export const FIELD_NAMES = ['customerName', 'address', 'orderAmount']

export async function seedContacts(
  db: Database,
  { count, numberAt = mobileNumber, name, isDeleted = () => false }: SeedOptions,
): Promise<string> {
  const id = newId()
  await db.query({
    text: `insert into data_source (id, name, description, last_position, field_names, name_field, create_time, update_time)
           values ($1, $2, '', $3, $4, $5, now(), now())`,
    values: [id, name ?? `seeded ${id}`, count, FIELD_NAMES, FIELD_NAMES[0]],
  })
  for (let first = 1; first <= count; first += BATCH_SIZE) {
    const last = Math.min(first + BATCH_SIZE - 1, count)
    await db.transaction(async (tx) => {
      const numbers: string[] = []
      let text = ''
      for (let position = first; position <= last; position += 1) {
        const number = isDeleted(position) ? '' : numberAt(position)
        numbers.push(number)
        if (number !== '') text += contactLine(id, position, number)
      }
      await pipeline(Readable.from([text]), tx.stream(copyFrom(COPY_CONTACTS)))
      await appendToBlocks(tx, [id, first - 1, numbers])
    })
  }
  await countSeeded(db, id)
  await renewNames(db, id)
  await db.query({ text: 'vacuum analyze contact, contact_block, name_block' })
  return id
}

const COPY_CONTACTS = `copy contact (id, data_source_id, position, phone_number, phone_key, fields, create_time, update_time)
  from stdin`

async function countSeeded(db: Database, dataSourceId: string): Promise<void> {
  await db.query({
    text: `update data_source set contact_count =
             (select coalesce(sum(contact_count), 0) from contact_block where data_source_id = $1)
           where id = $1`,
    values: [dataSourceId],
  })
}

const PREFIXES =
  '130 131 132 133 135 136 137 138 139 150 151 152 153 155 157 158 159 176 180 186 188 189'.split(' ')

/** Eleven digits with real mobile prefixes; distinct for up to 100 million positions. */
export function mobileNumber(position: number): string {
  const scattered = (position * 61_803_399) % 100_000_000
  const prefix = PREFIXES[(position * 7 + Math.floor(scattered / 1000)) % PREFIXES.length]
  return `${prefix}${String(scattered).padStart(8, '0')}`
}

export function fieldsAt(position: number): Record<string, string> {
  return {
    customerName: `客户 ${position}`,
    address: `北京市朝阳区建国路 ${position % 1000} 号`,
    orderAmount: `${position % 10_000}.50`,
  }
}

function contactLine(dataSourceId: string, position: number, number: string): string {
  const fields = JSON.stringify(fieldsAt(position))
  return `${newId()}\t${dataSourceId}\t${position}\t${number}\t${number}\t${fields}\tnow\tnow\n`
}
