"""Terms of powers: orders of Renyi and Sibson against each other, as numbers and as letters."""
