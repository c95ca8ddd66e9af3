/** A certificate of `localhost` and 127.0.0.1 that has signed itself and is believed nowhere else, until 2126; PEM. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUaJuajbfi0TADKEbelmPreATYc3cwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE0NDE1OFoYDzIxMjYxMDMw
MTQ0MTU4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAScxmHKPDfljk6dwxHteLTsh584lBK7E/YbIn0F5M/gIlHKvcdFePgz
saF1WSaG0CaNxhBWtjqWC3HkmWMHalYYo28wbTAdBgNVHQ4EFgQUWFcHshkfl0q7
OcbafN7sSpJTcZgwHwYDVR0jBBgwFoAUWFcHshkfl0q7OcbafN7sSpJTcZgwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgQaOjXgYs7AuAC46e70YYhQINug9hLsVNFkDvu2cNjEICIQDZ
fpbUA+Rgb3j/fpJ/1Js5lXS7vH9NB8IlwquvpozIaw==
-----END CERTIFICATE-----
`;

/** Its key. It guards nothing. */
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6RwmntIDNGoeSFY+
vHEoNQb5+zjI83bI6/BO9tNI4B2hRANCAAScxmHKPDfljk6dwxHteLTsh584lBK7
E/YbIn0F5M/gIlHKvcdFePgzsaF1WSaG0CaNxhBWtjqWC3HkmWMHalYY
-----END PRIVATE KEY-----
`;
