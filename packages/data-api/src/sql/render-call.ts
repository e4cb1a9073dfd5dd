import type { Call } from '../plan/model.ts'
import { arrayLiteral, type Parameters, quote, quoteName } from './quote.ts'

/** A function call as an item of FROM, without its alias. */
export function renderCall(call: Call, parameters: Parameters): string {
  const { from, value } = renderParts(call, parameters)
  return from === undefined ? value : `${from}, LATERAL ${value}`
}

/** A query for the values of a call, in the column `column`; also works for records of unknown columns. */
export function renderCallValues(call: Call, column: string, parameters: Parameters): string {
  const { from, value } = renderParts(call, parameters)
  return `SELECT ${value} AS ${quote(column)}${from === undefined ? '' : ` FROM ${from}`}`
}

interface CallParts {
  /** The FROM item that provides the arguments. */
  readonly from: string | undefined
  readonly value: string
}

/** The types are text of the catalog, so they are safe to insert. */
function renderParts({ routine, arguments: given }: Call, parameters: Parameters): CallParts {
  const name = quoteName(routine)
  switch (given.kind) {
    case 'none':
      return { from: undefined, value: `${name}()` }
    case 'raw': {
      const type = routine.parameters[0]?.type ?? 'text'
      return { from: undefined, value: `${name}(CAST(${parameters.add(given.text)} AS ${anyLength(type)}))` }
    }
    case 'named': {
      const rendered = given.values.map(({ name: key, values }) => {
        const parameter = routine.parameters.find((candidate) => candidate.name === key)
        const value = parameter?.variadic ? arrayLiteral(values) : (values.at(-1) ?? '')
        const typed = `CAST(${parameters.add(value)} AS ${anyLength(parameter?.type ?? 'text')})`
        return assign(key, typed, parameter?.variadic ?? false)
      })
      return { from: undefined, value: `${name}(${rendered.join(', ')})` }
    }
    default: {
      const used = routine.parameters.filter((parameter) => given.names.includes(parameter.name))
      const columns = used.map((parameter) => `${quote(parameter.name)} ${anyLength(parameter.type)}`)
      const json = `CAST(${parameters.add(given.text)} AS json)`
      const first = given.isArray ? `${json}->0` : json
      const body = `json_to_record(${first}) AS "pgrst_args"(${columns.join(', ')})`
      const rendered = used.map((parameter) =>
        assign(parameter.name, `"pgrst_args".${quote(parameter.name)}`, parameter.variadic),
      )
      return { from: body, value: `${name}(${rendered.join(', ')})` }
    }
  }
}

/** Without a length, `character` and `bit` would mean a length of one, but a parameter takes values of any length. */
function anyLength(type: string): string {
  return type.replace(/^(character|bit)(?=(?:\[\])*$)/u, '$1 varying')
}

function assign(name: string, value: string, variadic: boolean): string {
  return `${variadic ? 'VARIADIC ' : ''}${quote(name)} := ${value}`
}
