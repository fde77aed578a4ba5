import { expect, test } from 'vitest'
import { startOnFreePort, startProgram } from './program.ts'

test('waiting for a program that is killed fails with its signal and its output', async () => {
  await using program = startProgram('sh', ['-c', 'echo started; exec sleep 60'])
  await program.says('started')
  const finished = program.says('finished')
  const listening = program.listensOn('udp', 9)

  await program[Symbol.asyncDispose]()

  await expect(finished).rejects.toThrow('sh ended with SIGKILL before it printed "finished":\nstarted')
  await expect(listening).rejects.toThrow('sh ended with SIGKILL before it listened on 9')
})

test('the last output of a program is available after its end', async () => {
  await using program = startProgram('sh', ['-c', 'echo finished'])
  await program.exited

  await program.says('finished')
})

test('a port that another process has taken is replaced; another error is reported immediately', async () => {
  const ports: number[] = []
  const started = await startOnFreePort(async (port) => {
    ports.push(port)
    if (ports.length < 3) throw new Error('bind: Address already in use')
    return port
  })

  expect(ports).toHaveLength(3)
  expect(started).toBe(ports[2])
  await expect(startOnFreePort(() => Promise.reject(new Error('no certificate')))).rejects.toThrow(
    'no certificate',
  )
})
