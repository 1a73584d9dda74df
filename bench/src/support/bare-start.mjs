// A plain Fastify with one route that asks PostgreSQL one question, as small as a service can be.
import fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
const app = fastify()
app.get('/healthz', async () => (await pool.query('select 1 as one')).rows[0])
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
