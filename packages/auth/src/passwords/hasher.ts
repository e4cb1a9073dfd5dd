import { createCipheriv, scrypt, type ScryptOptions } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { bulkhead } from 'cockatiel'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { sameSecret } from '../secrets.ts'

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

const deriveScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

// OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane.
// Argon2id is the library's default algorithm.
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$'

/** True when `hash` is of a kind that `verify` understands; for imported users. */
export function isKnownHash(hash: string): boolean {
  return /^\$(2[aby]|argon2(id|i|d)|fbscrypt)\$/.test(hash)
}

/**
 * Argon2id for new passwords; also verifies bcrypt and Firebase scrypt hashes of imported users. Hashes run off the
 * event loop, at most `concurrency` at a time (default: all cores but one), so that many sign-ins leave room for other
 * requests.
 */
export function createPasswordHasher(concurrency = Math.max(1, availableParallelism() - 1)) {
  const limiter = bulkhead(concurrency, Infinity)
  let decoy: Promise<string> | undefined

  const hash = (password: string) => limiter.execute(() => argonHash(password, ARGON))
  return {
    hash,
    /** Checks a password. `rehash` is true for a hash of an older kind, which should be renewed. */
    async verify(stored: string, password: string): Promise<{ ok: boolean; rehash: boolean }> {
      const ok = await limiter.execute(() => check(stored, password))
      return { ok, rehash: !stored.startsWith(CURRENT) }
    },
    /** Takes the time of a check, for accounts that do not exist. */
    async pretend(password: string): Promise<void> {
      decoy ??= hash('decoy')
      const stored = await decoy
      await limiter.execute(() => argonVerify(stored, password))
    },
  }
}

async function check(hash: string, password: string): Promise<boolean> {
  if (hash.startsWith('$argon2')) return argonVerify(hash, password)
  if (/^\$2[aby]\$/.test(hash)) return compareBcrypt(password, hash)
  if (hash.startsWith('$fbscrypt$')) return verifyFirebase(hash, password)
  return false
}

/**
 * `$fbscrypt$v=1,n=14,r=8,p=1,ss=<salt separator>,sk=<signer key>$<salt>$<hash>`, all base64:
 * the signer key encrypted (AES-256-CTR, zero IV) with scrypt(password, salt + separator).
 */
async function verifyFirebase(hash: string, password: string): Promise<boolean> {
  const [, , params = '', salt = '', expected = ''] = hash.split('$')
  const read = new Map(
    params
      .split(',')
      .map((param) => [param.slice(0, param.indexOf('=')), param.slice(param.indexOf('=') + 1)]),
  )
  const n = Number(read.get('n'))
  const r = Number(read.get('r'))
  const p = Number(read.get('p') ?? 1)
  const separator = Buffer.from(read.get('ss') ?? '', 'base64')
  const signerKey = Buffer.from(read.get('sk') ?? '', 'base64')
  if (!(n >= 1 && n <= 16 && r >= 1 && r <= 16) || signerKey.length === 0) return false
  const saltBytes = Buffer.concat([Buffer.from(salt, 'base64'), separator])
  const derived = await deriveScrypt(password, saltBytes, 32, { N: 2 ** n, r, p, maxmem: 256 * 2 ** n * r })
  const cipher = createCipheriv('aes-256-ctr', derived, Buffer.alloc(16))
  return sameSecret(
    Buffer.concat([cipher.update(signerKey), cipher.final()]),
    Buffer.from(expected, 'base64'),
  )
}

/** Compares a bcrypt hash in a thread of its own. Imported users need it until they have signed in once. */
function compareBcrypt(password: string, hash: string): Promise<boolean> {
  const thread = new Worker(new URL('./bcrypt-thread.ts', import.meta.url), {
    workerData: { password, hash },
  })
  return new Promise((resolve, reject) => {
    thread.once('message', (ok: unknown) => resolve(ok === true))
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The bcrypt thread has ended.')))
  })
}
