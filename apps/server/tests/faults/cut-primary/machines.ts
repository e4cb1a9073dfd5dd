import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The subnet of the bridge between the machines, which exists in only one network namespace. */
const SUBNET = '10.213.70'
const BRIDGE = 'antojo0'
const NAME_PREFIX = 'antojo'

/** Simulated machines: network namespaces, each with one cable to a common switch. */
export interface Machines {
  readonly hosts: readonly string[]
  /** The settings with which deploy/cluster uses these machines. */
  readonly env: Readonly<Record<string, string>>
  /** Unplugs a machine, numbered from 1. */
  cut(machine: number): Promise<void>
  mend(machine: number): Promise<void>
}

/** Creates machines inside the network and mount namespaces of this process; they end together with it. */
export async function makeMachines(count: number): Promise<Machines> {
  await mkdir('/run/netns', { recursive: true })
  await run('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns'])
  await ip('link set lo up')
  await ip(`link add ${BRIDGE} type bridge`)
  await ip(`addr add ${SUBNET}.1/24 dev ${BRIDGE}`)
  await ip(`link set ${BRIDGE} up`)
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  for (const number of numbers) await makeMachine(number)
  return {
    hosts: numbers.map(addressOf),
    env: {
      HUB_HOST: `${SUBNET}.1`,
      NETWORK: `${SUBNET}.0/24`,
      ON_MACHINE: `nsenter --net=/run/netns/${NAME_PREFIX}`,
    },
    cut: (machine) => ip(`link set ${cableOf(machine)} down`),
    mend: (machine) => ip(`link set ${cableOf(machine)} up`),
  }
}

async function makeMachine(number: number): Promise<void> {
  const name = `${NAME_PREFIX}${number}`
  await ip(`netns add ${name}`)
  await ip(`link add ${cableOf(number)} type veth peer name eth0 netns ${name}`)
  await ip(`link set ${cableOf(number)} master ${BRIDGE} up`)
  await ip(`-n ${name} addr add ${addressOf(number)}/24 dev eth0`)
  for (const device of ['lo', 'eth0']) await ip(`-n ${name} link set ${device} up`)
}

function addressOf(machine: number): string {
  return `${SUBNET}.${10 + machine}`
}

function cableOf(machine: number): string {
  return `cable${machine}`
}

async function ip(command: string): Promise<void> {
  await run('ip', command.split(' '))
}
