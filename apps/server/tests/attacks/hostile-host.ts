/** The address of the attacker's web server; the attacked node may reach it as if it were public. */
export const HOST_PORT = 48_913
