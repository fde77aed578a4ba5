import { lockDataDirectory } from '../embedded/data-lock.ts'
import { openDatabase } from '../open.ts'

/**
 * A process that writes rows as fast as it can and prints the number of each row that the database
 * acknowledged, one per line. A test starts it and kills it while it writes.
 */
const [dataDirectory = '', firstText = '0'] = process.argv.slice(2)
const lock = await lockDataDirectory(dataDirectory)
const server = await openDatabase({ kind: 'embedded', dataDirectory })
await server.pool.query('create table if not exists acknowledged (number bigint primary key)')

let next = Number(firstText)
const writeForever = async () => {
  for (;;) {
    const number = next++
    await server.pool.query('insert into acknowledged (number) values ($1)', [number])
    process.stdout.write(`${number}\n`)
  }
}
await Promise.all(Array.from({ length: 8 }, writeForever)).finally(() => lock[Symbol.asyncDispose]())
