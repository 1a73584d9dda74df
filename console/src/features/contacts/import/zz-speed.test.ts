import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { it } from 'vitest'
import { createXlsxStream } from '/work/main/server/src/tabular/write-xlsx.ts'
import { openTable } from '/work/main/console/src/features/contacts/import/table/open-table.ts'
import { surveyTable } from '/work/main/console/src/features/contacts/import/survey-table.ts'
it('x', async () => {
    async function* batches() {
      for (let batch = 0; batch < 200; batch++)
        yield Array.from({ length: 1000 }, (_, row) => [`138${batch}${row}`, `客户 ${row}`, 'address of the person', '12.5', 'gold'])
    }
    const file = new Blob([new Uint8Array(await buffer(createXlsxStream({ titles: ['phoneNumber', 'customerName', 'x','y','z'], rows: batches() })))])
    let t = performance.now(); const s = await surveyTable(await openTable(file)); console.log('xlsx', file.size, s.rowCount, performance.now()-t)
    const csv = new Blob(['phoneNumber,name,address\n', ...Array.from({length: 1000},(_,b)=>Array.from({length:1000},(_,i)=>`138${b}${i},客户 ${i},address of the person\n`).join(''))])
    t = performance.now(); const c = await surveyTable(await openTable(csv)); console.log('csv', csv.size, c.rowCount, performance.now()-t)
}, 120000)
