import type { Language } from '../http/language.ts'

export type MailKind = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'reauthentication'

/** A mail without a link. */
export interface NoticeText {
  subject: string
  /** Paragraphs above the button. */
  body: string[]
  footer: string
}

/** A mail with a link to follow. */
export interface MailText extends NoticeText {
  button: string
  /** Introduces the code, when the mail has one. */
  code: string
}

type Texts = Record<MailKind, MailText>

/** For a sign-up with an address that was used in another pending sign-up. */
export function contestedWarning(language: Language): string {
  return language === 'es'
    ? 'Otra persona también pidió una cuenta con este correo. Abre el enlace solo si acabas de registrarte, y en el mismo navegador.'
    : 'Somebody else has asked for an account with this address too. Open the link only if you have just signed up, and in the same browser.'
}

/** All texts of a language; `newEmail` is named in the mails about a change of address. */
export function mailTexts(language: Language, appName: string, newEmail: string): Texts {
  return language === 'es' ? spanish(appName, newEmail) : english(appName, newEmail)
}

function spanish(appName: string, newEmail: string): Texts {
  const code = 'O escribe este código:'
  const footer = 'Si no lo pediste tú, ignora este correo: no cambiará nada.'
  return {
    signup: {
      subject: `Confirma tu correo en ${appName}`,
      body: [`Te damos la bienvenida a ${appName}.`, 'Confirma que este correo es tuyo para empezar.'],
      button: 'Confirmar mi correo',
      code,
      footer,
    },
    invite: {
      subject: `Tienes una invitación a ${appName}`,
      body: [`Alguien te invitó a crear una cuenta en ${appName}.`],
      button: 'Aceptar la invitación',
      code,
      footer: 'Si no conoces a quien te invita, ignora este correo.',
    },
    magiclink: {
      subject: `Tu enlace para entrar a ${appName}`,
      body: ['Usa este enlace para entrar. Sirve una sola vez.'],
      button: 'Entrar',
      code,
      footer,
    },
    recovery: {
      subject: `Recupera tu contraseña de ${appName}`,
      body: ['Usa este enlace para elegir una contraseña nueva. Sirve una sola vez.'],
      button: 'Elegir otra contraseña',
      code,
      footer,
    },
    email_change: {
      subject: `Confirma tu nuevo correo en ${appName}`,
      body: [`Pediste cambiar el correo de tu cuenta a ${newEmail}.`],
      button: 'Confirmar el cambio',
      code,
      footer: 'Si no lo pediste tú, no confirmes el cambio y cambia tu contraseña.',
    },
    reauthentication: {
      subject: `Tu código de ${appName}`,
      body: ['Alguien que usa tu cuenta, esperamos que tú, va a cambiar algo importante.'],
      button: '',
      code: 'Escribe este código para continuar:',
      footer: 'Si no lo pediste tú, cambia tu contraseña.',
    },
  }
}

function english(appName: string, newEmail: string): Texts {
  const code = 'Or type this code:'
  const footer = 'If you did not ask for this, ignore this mail: nothing will change.'
  return {
    signup: {
      subject: `Confirm your email for ${appName}`,
      body: [`Welcome to ${appName}.`, 'Confirm that this address is yours to get started.'],
      button: 'Confirm my email',
      code,
      footer,
    },
    invite: {
      subject: `You are invited to ${appName}`,
      body: [`Somebody invited you to create an account on ${appName}.`],
      button: 'Accept the invitation',
      code,
      footer: 'If you do not know who invites you, ignore this mail.',
    },
    magiclink: {
      subject: `Your link to sign in to ${appName}`,
      body: ['Use this link to sign in. It works once.'],
      button: 'Sign in',
      code,
      footer,
    },
    recovery: {
      subject: `Reset your ${appName} password`,
      body: ['Use this link to choose a new password. It works once.'],
      button: 'Choose a new password',
      code,
      footer,
    },
    email_change: {
      subject: `Confirm your new email for ${appName}`,
      body: [`You asked to change the address of your account to ${newEmail}.`],
      button: 'Confirm the change',
      code,
      footer: 'If you did not ask for this, do not confirm it, and change your password.',
    },
    reauthentication: {
      subject: `Your ${appName} code`,
      body: ['Somebody using your account, hopefully you, is about to change something important.'],
      button: '',
      code: 'Type this code to continue:',
      footer: 'If you did not ask for this, change your password.',
    },
  }
}
