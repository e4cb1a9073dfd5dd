import type { Call } from '../plan/model.ts'
import { arrayLiteral, type Parameters, quote, quoteName } from './quote.ts'

/** A function call as an item of FROM, without its alias. Types are the catalog's own text. */
export function renderCall({ routine, arguments: given }: Call, parameters: Parameters): string {
  const name = quoteName(routine)
  switch (given.kind) {
    case 'none':
      return `${name}()`
    case 'raw': {
      const type = routine.parameters[0]?.type ?? 'text'
      return `${name}(CAST(${parameters.add(given.text)} AS ${type}))`
    }
    case 'named': {
      const rendered = given.values.map(({ name: key, values }) => {
        const parameter = routine.parameters.find((candidate) => candidate.name === key)
        const value = parameter?.variadic ? arrayLiteral(values) : (values.at(-1) ?? '')
        const typed = `CAST(${parameters.add(value)} AS ${parameter?.type ?? 'text'})`
        return assign(key, typed, parameter?.variadic ?? false)
      })
      return `${name}(${rendered.join(', ')})`
    }
    default: {
      const used = routine.parameters.filter((parameter) => given.names.includes(parameter.name))
      const columns = used.map((parameter) => `${quote(parameter.name)} ${parameter.type}`).join(', ')
      const body = `json_to_record(CAST(${parameters.add(given.text)} AS json)) AS "pgrst_args"(${columns})`
      const rendered = used.map((parameter) =>
        assign(parameter.name, `"pgrst_args".${quote(parameter.name)}`, parameter.variadic),
      )
      return `${body}, LATERAL ${name}(${rendered.join(', ')})`
    }
  }
}

function assign(name: string, value: string, variadic: boolean): string {
  return `${variadic ? 'VARIADIC ' : ''}${quote(name)} := ${value}`
}
