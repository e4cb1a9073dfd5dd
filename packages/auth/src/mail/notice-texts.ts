import type { Language } from '../http/language.ts'
import type { NoticeText } from './texts.ts'

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

interface Details {
  readonly appName: string
  /** The new address, the provider, or the day. */
  readonly detail: string
}

/** The mail that tells the owner of an account what was changed about it. */
export function noticeText(
  kind: NoticeKind,
  language: Language,
  { appName, detail }: Details,
): NoticeText & { readonly button: string | undefined } {
  const [happened, todo, button] = (language === 'es' ? spanish : english)(detail)[kind]
  return {
    subject: language === 'es' ? `Aviso de seguridad de ${appName}` : `${appName} security notice`,
    body: [happened],
    footer: todo,
    button,
  }
}

type Texts = Record<NoticeKind, readonly [happened: string, todo: string, button?: string]>

function spanish(detail: string): Texts {
  const recover = 'Si no fuiste tú, recupera tu cuenta ahora con «Olvidé mi contraseña».'
  const change = 'Si no fuiste tú, cambia tu contraseña ahora.'
  return {
    password_changed: [
      'La contraseña de tu cuenta cambió. Las demás sesiones se cerraron y los tokens personales dejaron de servir.',
      recover,
    ],
    email_changed: [
      `Tu cuenta usa ahora el correo ${detail}; este ya no sirve para entrar.`,
      'Si no fuiste tú, escribe cuanto antes a quien administra el sitio.',
    ],
    phone_changed: [`Tu cuenta usa ahora el teléfono ${detail}.`, change],
    identity_linked: [`Ahora también se entra a tu cuenta con ${detail}.`, change],
    identity_unlinked: [`Ya no se entra a tu cuenta con ${detail}.`, change],
    factor_added: ['Tu cuenta pide ahora un segundo paso al entrar.', recover],
    factor_removed: ['Se quitó un segundo paso de tu cuenta.', change],
    passkey_added: ['Se agregó una llave de acceso a tu cuenta.', change],
    passkey_removed: ['Se quitó una llave de acceso de tu cuenta.', change],
    wrong_codes: [
      'Alguien entró con tu contraseña, pero falló varias veces el código del segundo paso. No pudo pasar.',
      'Si no fuiste tú, cambia tu contraseña: alguien la sabe.',
    ],
    token_issued: [
      'Se creó un token personal de tu cuenta. Un programa que lo tenga puede usarla sin tu contraseña.',
      'Si no fuiste tú, cambia tu contraseña ahora: así también dejan de servir todos los tokens.',
    ],
    live_address_made: [
      'Se creó una dirección viva de tu cuenta. Quien la tenga puede ver los lugares que guardas, sin tu contraseña.',
      'Si no fuiste tú, cambia tu contraseña ahora y anula las direcciones vivas en los ajustes.',
    ],
    deletion_scheduled: [
      `Tu cuenta se borrará el ${detail} con todo lo que guardaste. Desde ahora nadie más ve nada de ella y tus sesiones se cerraron.`,
      'Si cambias de idea o no fuiste tú, entra antes de esa fecha y elige «Recuperar mi cuenta».',
      'Recuperar mi cuenta',
    ],
    deletion_cancelled: [
      'Recuperaste tu cuenta: ya no se borrará, y todo está como antes.',
      'Si no fuiste tú, cambia tu contraseña ahora.',
    ],
  }
}

function english(detail: string): Texts {
  const recover = 'If it was not you, get your account back now with “I forgot my password”.'
  const change = 'If it was not you, change your password now.'
  return {
    password_changed: [
      'The password of your account has changed. All other sessions and all personal tokens have ended.',
      recover,
    ],
    email_changed: [
      `Your account now uses the address ${detail}; this one no longer signs in.`,
      'If it was not you, write to the administrator of the site as soon as you can.',
    ],
    phone_changed: [`Your account now uses the phone number ${detail}.`, change],
    identity_linked: [`Your account can now also be opened with ${detail}.`, change],
    identity_unlinked: [`Your account can no longer be opened with ${detail}.`, change],
    factor_added: ['Your account now has a second step at sign-in.', recover],
    factor_removed: ['A second step was removed from your account.', change],
    passkey_added: ['A passkey was added to your account.', change],
    passkey_removed: ['A passkey was removed from your account.', change],
    wrong_codes: [
      'Somebody signed in with your password but got the code of the second step wrong several times. They did not get in.',
      'If it was not you, change your password: somebody knows it.',
    ],
    token_issued: [
      'A personal token of your account was made. A program that has it can use the account without your password.',
      'If it was not you, change your password now: that also revokes all tokens.',
    ],
    live_address_made: [
      'A live address of your account was made. Anyone who has it can see the places that you save, without your password.',
      'If it was not you, change your password now and revoke the live addresses in the settings.',
    ],
    deletion_scheduled: [
      `Your account will be deleted on ${detail} with everything you saved. From now on nobody else sees any of it, and your sessions have ended.`,
      'If you change your mind or it was not you, sign in before that day and choose “Restore my account”.',
      'Restore my account',
    ],
    deletion_cancelled: [
      'You restored your account: it will not be deleted, and everything is as it was.',
      'If it was not you, change your password now.',
    ],
  }
}
