import type { Language } from '../http/language.ts'

export type MailKind = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'reauthentication'

/** The text of a mail. A button has a link to follow; `code` introduces the code. */
export interface MailText {
  readonly subject: string
  /** Paragraphs above the button. */
  readonly body: readonly string[]
  readonly button?: string | undefined
  readonly code?: string
  readonly footer: string
}

type Mails = Record<MailKind, MailText>
type Notices = Record<NoticeKind, readonly [happened: string, todo: string, button?: string]>

/** For a sign-up with an address that was used in another pending sign-up. */
export function contestedWarning(language: Language): string {
  return language === 'es'
    ? 'Otra persona también pidió una cuenta con este correo. Abre el enlace solo si acabas de registrarte, y en el mismo navegador.'
    : 'Somebody else has asked for an account with this email too. Open the link only if you have just signed up, and in the same browser.'
}

/** The mails that carry a code or link. Those about a change of address name `newEmail`. */
export function mailTexts(language: Language, appName: string, newEmail: string): Mails {
  return language === 'es' ? spanish(appName, newEmail) : english(appName, newEmail)
}

function spanish(appName: string, newEmail: string): Mails {
  const shared = {
    code: 'O escribe este código:',
    footer: 'Si no lo pediste tú, ignora este correo: no cambiará nada.',
  }
  return {
    signup: {
      ...shared,
      subject: `Confirma tu correo en ${appName}`,
      body: [`Te damos la bienvenida a ${appName}.`, 'Confirma que este correo es tuyo para empezar.'],
      button: 'Confirmar mi correo',
    },
    invite: {
      ...shared,
      subject: `Tienes una invitación a ${appName}`,
      body: [`Alguien te invitó a crear una cuenta en ${appName}.`],
      button: 'Aceptar la invitación',
      footer: 'Si no conoces a quien te invita, ignora este correo.',
    },
    magiclink: {
      ...shared,
      subject: `Tu enlace para entrar a ${appName}`,
      body: ['Usa este enlace para entrar. Sirve una sola vez.'],
      button: 'Entrar',
    },
    recovery: {
      ...shared,
      subject: `Recupera tu contraseña de ${appName}`,
      body: ['Usa este enlace para elegir una contraseña nueva. Sirve una sola vez.'],
      button: 'Elegir otra contraseña',
    },
    email_change: {
      ...shared,
      subject: `Confirma tu nuevo correo en ${appName}`,
      body: [`Pediste cambiar el correo de tu cuenta a ${newEmail}.`],
      button: 'Confirmar el cambio',
      footer: 'Si no lo pediste tú, no confirmes el cambio y cambia tu contraseña.',
    },
    reauthentication: {
      ...shared,
      subject: `Tu código de ${appName}`,
      body: ['Alguien que usa tu cuenta, esperamos que tú, va a cambiar algo importante.'],
      button: '',
      footer: 'Si no lo pediste tú, cambia tu contraseña.',
      code: 'Escribe este código para continuar:',
    },
  }
}

function english(appName: string, newEmail: string): Mails {
  const shared = {
    code: 'Or type this code:',
    footer: 'If you did not ask for this, ignore this email: nothing will change.',
  }
  return {
    signup: {
      ...shared,
      subject: `Confirm your email for ${appName}`,
      body: [`Welcome to ${appName}.`, 'Confirm that this email is yours to get started.'],
      button: 'Confirm my email',
    },
    invite: {
      ...shared,
      subject: `You are invited to ${appName}`,
      body: [`Somebody invited you to create an account on ${appName}.`],
      button: 'Accept the invitation',
      footer: 'If you do not know who invites you, ignore this email.',
    },
    magiclink: {
      ...shared,
      subject: `Your link to sign in to ${appName}`,
      body: ['Use this link to sign in. It works once.'],
      button: 'Sign in',
    },
    recovery: {
      ...shared,
      subject: `Reset your ${appName} password`,
      body: ['Use this link to choose a new password. It works once.'],
      button: 'Choose a new password',
    },
    email_change: {
      ...shared,
      subject: `Confirm your new email for ${appName}`,
      body: [`You asked to change the email of your account to ${newEmail}.`],
      button: 'Confirm the change',
      footer: 'If you did not ask for this, do not confirm it, and change your password.',
    },
    reauthentication: {
      ...shared,
      subject: `Your ${appName} code`,
      body: ['Somebody using your account, hopefully you, is about to change something important.'],
      button: '',
      footer: 'If you did not ask for this, change your password.',
      code: 'Type this code to continue:',
    },
  }
}

export type NoticeKind =
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'factor_added'
  | 'factor_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'wrong_codes'
  | 'token_issued'
  | 'live_address_made'
  | 'deletion_scheduled'
  | 'deletion_cancelled'

/**
 * The mail that reports a change of an account to its owner. `detail` is the new address, the provider, or the day of
 * the deletion.
 */
export function noticeText(kind: NoticeKind, language: Language, appName: string, detail: string): MailText {
  const isSpanish = language === 'es'
  const [happened, todo, button] = (isSpanish ? spanishNotices : englishNotices)(detail)[kind]
  const subject = isSpanish ? `Aviso de seguridad de ${appName}` : `${appName} security notice`
  return { subject, body: [happened], footer: todo, button }
}

/** People know a way to sign in by its brand; the name that the service uses inside, such as "custom:oidc", says nothing. */
function wayName(provider: string, names: { email: string; phone: string; other: string }): string {
  const ways: Readonly<Record<string, string>> = { ...names, google: 'Google', facebook: 'Facebook' }
  return ways[provider] ?? (provider.startsWith('custom:') ? names.other : provider)
}

function spanishNotices(detail: string): Notices {
  const recover = 'Si no fuiste tú, recupera tu cuenta ahora con “Olvidé mi contraseña”.'
  const change = 'Si no fuiste tú, cambia tu contraseña ahora.'
  const way = wayName(detail, { email: 'este correo', phone: 'tu teléfono', other: 'otro proveedor' })
  return {
    password_changed: [
      'La contraseña de tu cuenta cambió. Las demás sesiones se cerraron y los tokens que creaste para otros programas dejaron de servir.',
      recover,
    ],
    email_changed: [
      `Tu cuenta usa ahora el correo ${detail}; este ya no sirve para entrar.`,
      'Si no fuiste tú, escribe cuanto antes a quien administra el sitio.',
    ],
    phone_changed: [`Tu cuenta usa ahora el teléfono ${detail}.`, change],
    identity_linked: [`Ahora también se puede entrar a tu cuenta con ${way}.`, change],
    identity_unlinked: [`Ya no se puede entrar a tu cuenta con ${way}.`, change],
    factor_added: ['Tu cuenta pide ahora un segundo paso al entrar.', recover],
    factor_removed: ['Se quitó un segundo paso de tu cuenta.', change],
    passkey_added: ['Se agregó una llave de acceso a tu cuenta.', change],
    passkey_removed: ['Se quitó una llave de acceso de tu cuenta.', change],
    wrong_codes: [
      'Alguien escribió bien tu contraseña, pero falló varias veces el código del segundo paso. No pudo entrar.',
      'Si no fuiste tú, cambia tu contraseña: alguien la sabe.',
    ],
    token_issued: [
      'Se creó un token personal de tu cuenta. Un programa que lo tenga puede usarla sin tu contraseña.',
      'Si no fuiste tú, cambia tu contraseña ahora: así también dejan de servir todos los tokens.',
    ],
    live_address_made: [
      'Se creó un enlace siempre al día de tu cuenta. Quien lo tenga puede ver los lugares que guardas, sin tu contraseña.',
      'Si no fuiste tú, cambia tu contraseña ahora y anula esos enlaces en los ajustes.',
    ],
    deletion_scheduled: [
      `Tu cuenta se eliminará el ${detail} con todo lo que guardaste. Desde ahora nadie más ve nada de ella y tus sesiones se cerraron.`,
      'Si cambias de idea o no fuiste tú, entra antes de esa fecha y elige “Recuperar mi cuenta”.',
      'Recuperar mi cuenta',
    ],
    deletion_cancelled: ['Recuperaste tu cuenta: ya no se eliminará, y todo está como antes.', change],
  }
}

function englishNotices(detail: string): Notices {
  const recover = 'If it was not you, get your account back now with “I forgot my password”.'
  const change = 'If it was not you, change your password now.'
  const way = wayName(detail, { email: 'this email', phone: 'your phone', other: 'another provider' })
  return {
    password_changed: [
      'The password of your account has changed. All other sessions have ended, and the tokens you made for other programs no longer work.',
      recover,
    ],
    email_changed: [
      `Your account now uses the email ${detail}; this one no longer signs in.`,
      'If it was not you, write to the administrator of the site as soon as you can.',
    ],
    phone_changed: [`Your account now uses the phone number ${detail}.`, change],
    identity_linked: [`Your account can now also be opened with ${way}.`, change],
    identity_unlinked: [`Your account can no longer be opened with ${way}.`, change],
    factor_added: ['Your account now has a second step at sign-in.', recover],
    factor_removed: ['A second step was removed from your account.', change],
    passkey_added: ['A passkey was added to your account.', change],
    passkey_removed: ['A passkey was removed from your account.', change],
    wrong_codes: [
      'Somebody entered your password but got the code of the second step wrong several times. They did not get in.',
      'If it was not you, change your password: somebody knows it.',
    ],
    token_issued: [
      'A personal token of your account was made. A program that has it can use the account without your password.',
      'If it was not you, change your password now: that also revokes all tokens.',
    ],
    live_address_made: [
      'A live link to your places was made. Anyone who has it can see the places that you save, without your password.',
      'If it was not you, change your password now and revoke the live links in the settings.',
    ],
    deletion_scheduled: [
      `Your account will be deleted on ${detail} with everything you saved. From now on nobody else sees any of it, and your sessions have ended.`,
      'If you change your mind or it was not you, sign in before that day and choose “Restore my account”.',
      'Restore my account',
    ],
    deletion_cancelled: [
      'You restored your account: it will not be deleted, and everything is as it was.',
      change,
    ],
  }
}
