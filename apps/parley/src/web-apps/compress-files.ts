import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = '**/*.{js,css,svg,json}'
/** Smaller files fit into one packet anyway. */
const minBytes = 1_024

/** Stores Brotli and gzip versions beside the files of a directory, where `@fastify/static` finds them. */
export async function compressFiles(directory: string): Promise<void> {
  for await (const name of glob(compressible, { cwd: directory })) {
    const path = join(directory, name)
    const bytes = await readFile(path)
    if (bytes.length < minBytes) continue
    const [brotli, gzipped] = await Promise.all([
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
      promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
    ])
    await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
  }
}
