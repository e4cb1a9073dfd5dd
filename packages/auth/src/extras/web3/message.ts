import { isLoopback } from '../../network.ts'

/** A parsed sign-in message (EIP-4361 for Ethereum, its sibling for Solana). */
export interface Web3Message {
  domain: string
  address: string
  statement: string | undefined
  uri: URL
  chainId: string
  issuedAt: Date
  expirationTime: Date | undefined
  notBefore: Date | undefined
}

export type Web3Chain = 'ethereum' | 'solana'

type ParsedMessage = { ok: true; message: Web3Message } | { ok: false; reason: string }

const FIELDS = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
] as const
const SOLANA_NETWORKS = ['mainnet', 'devnet', 'testnet', 'localnet']

/** Reads a message line by line; refuses any message that deviates from the grammar. */
export function parseWeb3Message(text: string, chain: Web3Chain): ParsedMessage {
  const lines = text.split('\n')
  const chainName = chain === 'ethereum' ? 'Ethereum' : 'Solana'
  const opening = ` wants you to sign in with your ${chainName} account:`
  const first = lines[0] ?? ''
  if (!first.endsWith(opening)) return bad('message first line is not in the expected form')
  const domain = first.slice(0, -opening.length)
  if (!/^[a-z0-9.-]+(:\d+)?$/i.test(domain)) return bad('domain in first line of message is not valid')
  const address = lines[1] ?? ''
  const addressForm = chain === 'ethereum' ? /^0x[0-9a-fA-F]{40}$/ : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
  if (!addressForm.test(address)) return bad('wallet address is not in base58 or hex format')
  if (lines[2] !== '') return bad('third line must be empty')

  const { statement, rest } = splitStatement(lines.slice(3))
  const fields = readFields(rest)
  if (fields === undefined) return bad('message has an unexpected line')
  return assemble({ chain, domain, address, statement, fields })
}

function splitStatement(lines: string[]): { statement: string | undefined; rest: string[] } {
  if (lines[0] !== undefined && lines[0] !== '' && lines[1] === '')
    return { statement: lines[0], rest: lines.slice(2) }
  return { statement: undefined, rest: lines[0] === '' ? lines.slice(1) : lines }
}

function readFields(lines: string[]): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  const resources = lines.indexOf('Resources:')
  const plain = resources === -1 ? lines : lines.slice(0, resources)
  const listed = resources === -1 ? [] : lines.slice(resources + 1)
  for (const line of plain) {
    if (line === '') continue
    const name = FIELDS.find((field) => line.startsWith(`${field}: `))
    if (name === undefined || fields.has(name)) return undefined
    fields.set(name, line.slice(name.length + 2))
  }
  const wellListed = listed.every(
    (line) => line === '' || (line.startsWith('- ') && URL.canParse(line.slice(2))),
  )
  return wellListed ? fields : undefined
}

interface Parts extends Pick<Web3Message, 'domain' | 'address' | 'statement'> {
  chain: Web3Chain
  fields: Map<string, string>
}

function assemble({ chain, fields, ...parts }: Parts): ParsedMessage {
  if (fields.get('Version') !== '1') return bad('version must be 1')
  const uri = URL.parse(fields.get('URI') ?? '')
  if (uri === null) return bad('URI is missing or not valid')
  const chainId = fields.get('Chain ID') ?? ''
  if (!isChainId(chain, chainId)) return bad('Chain ID is not valid')
  if (chain === 'ethereum' && !/^[a-zA-Z0-9]{8,}$/.test(fields.get('Nonce') ?? ''))
    return bad('Nonce is missing or too short')
  const issuedAt = readTime(fields.get('Issued At'))
  if (issuedAt === undefined || issuedAt === 'bad') return bad('Issued At is missing or not valid')
  const expirationTime = readTime(fields.get('Expiration Time'))
  const notBefore = readTime(fields.get('Not Before'))
  if (expirationTime === 'bad' || notBefore === 'bad') return bad('a time is not valid')
  return { ok: true, message: { ...parts, uri, chainId, issuedAt, expirationTime, notBefore } }
}

function isChainId(chain: Web3Chain, id: string): boolean {
  if (chain === 'ethereum') return /^[1-9]\d*$/.test(id)
  return id === '' || SOLANA_NETWORKS.includes(id.replace(/^solana:/, ''))
}

function readTime(text: string | undefined): Date | 'bad' | undefined {
  if (text === undefined) return undefined
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return 'bad'
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? 'bad' : time
}

function bad(reason: string): ParsedMessage {
  return { ok: false, reason }
}

const TOLERANCE_MS = 600_000

/** The reason why a well-formed message is not acceptable here and now; undefined when it is. */
export function objectionTo(
  message: Web3Message,
  now: number,
  isAllowed: (url: string) => boolean,
): string | undefined {
  const { uri, domain } = message
  const isLocal = isLoopback(uri)
  if (uri.protocol !== 'https:' && !(isLocal && uri.protocol === 'http:'))
    return 'Signed message is using URI which does not use HTTPS'
  if (!isAllowed(uri.href)) return 'Signed message is using URI which is not allowed on this server'
  if (!isLocal && uri.host !== domain) return 'Signed message is using a domain which does not match the URI'
  if (!isAllowed(`${uri.protocol}//${domain}/`))
    return 'Signed message is using a domain which is not allowed on this server'
  if (message.expirationTime !== undefined && message.expirationTime.getTime() <= now)
    return 'Signed message is expired'
  if (message.notBefore !== undefined && message.notBefore.getTime() > now)
    return 'Signed message becomes valid in the future'
  if (message.issuedAt.getTime() + TOLERANCE_MS < now) return 'Signed message was issued too long ago'
  if (message.issuedAt.getTime() - TOLERANCE_MS > now) return 'Signed message was issued in the future'
  return undefined
}
